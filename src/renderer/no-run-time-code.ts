// The page's policy refuses code that is made at run time, and says so in the console: zod, which looks for this, is not to try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
