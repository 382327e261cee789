export type Target = 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64' | 'win32-x64' | 'win32-arm64'
export const forms: Readonly<Record<Target, { readonly node: string; readonly prebuilds: readonly string[] }>>
