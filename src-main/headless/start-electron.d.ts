// For tests: the module is plain JavaScript, since `npm start` must run on any Node.
export function findElectron(
  root: string,
  say: (text: string) => void,
): Promise<{ program: string; problem: null } | { program: null; problem: string }>
export function installedProgram(folder: string): string | null
