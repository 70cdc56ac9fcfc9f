import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { mcpErrors } from '../../errors.ts';

interface FailedRequest {
  readonly server: string;
  readonly redact: (text: string) => string;
  /** The server is no longer connected. */
  readonly isClosed: boolean;
}

/** The error of a failed request as ours. */
export async function requestFailure(error: unknown, { server, redact, isClosed }: FailedRequest): Promise<unknown> {
  if (error instanceof ToolFailure || !(error instanceof Error)) return error;
  const { SdkErrorCode, UnauthorizedError } = await import('@modelcontextprotocol/client');
  const message = redact(error.message);
  const details = { server };
  if (error instanceof UnauthorizedError)
    return new ToolFailure(mcpErrors.SERVER_UNAUTHORIZED({ details }), { cause: error });
  const code: unknown = 'code' in error ? error.code : undefined;
  if (isClosed || code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.SendFailed)
    return new ToolFailure(
      mcpErrors.SERVER_FAILED({ message: `The connection to ${server} broke: ${message}`, details }),
    );
  return new ToolFailure(mcpErrors.SERVER_ERROR({ message: `${server}: ${message}`, details }), { cause: error });
}
