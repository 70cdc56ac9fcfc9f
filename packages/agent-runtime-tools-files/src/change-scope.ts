/** Whose changes can be listed and undone: those of the task that asks, or of everybody in the workspace. */
export type ChangeScope = 'task' | 'workspace';
