export function readPacked(archive: string): { readonly files: string[]; readonly unpacked: string[] }
export function unpack(archive: string, folder: string): void
export function readFuses(program: string): Promise<Record<string, boolean>>
