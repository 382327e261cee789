// The page's policy refuses code made at run time, and reports it in the console: zod, which looks for this, is not to
// try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
