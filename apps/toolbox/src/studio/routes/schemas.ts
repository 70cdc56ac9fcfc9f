import { Type } from '@ku0/agent-runtime-tools-core';

/** Schemas that several routes share. Answers of the packages below, such as results, are described loosely. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
export const Texts = Type.Array(Type.String());
export const Done = Type.Object({ done: Type.Boolean() });
export const Decision = Type.Union([Type.Literal('approve'), Type.Literal('ask'), Type.Literal('deny')]);

export const Arguments = Type.Object({ arguments: JsonObject }, { additionalProperties: false });

/** One command of a compound command, with the rule that covers it. */
export const CommandPartSchema = Type.Object({
  text: Type.String(),
  via: Texts,
  action: Type.Optional(Decision),
  rule: Type.Optional(Type.String()),
  concerns: Texts,
});
