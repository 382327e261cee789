export function lintWorkflow(text: string, path: string): Promise<string[]>
