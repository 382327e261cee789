interface Mutant {
  readonly from: string | RegExp
  readonly to: string
  /** All parts of the report that show it. */
  readonly seenIn: readonly string[]
  /** Whether it is one of an installed app. */
  readonly inPackage?: boolean
}

/** Wrong apps: the built main with one lock taken away. The boot test has to catch each of them. */
export const bootMutants: Readonly<Record<string, Mutant>> = {
  'no sandbox': { from: 'sandbox: true', to: 'sandbox: false', seenIn: ['windows'] },
  'no context isolation': {
    from: 'contextIsolation: true',
    to: 'contextIsolation: false',
    seenIn: ['windows'],
  },
  'Node in the page': { from: 'nodeIntegration: false', to: 'nodeIntegration: true', seenIn: ['windows'] },
  'no web security': { from: 'webSecurity: true', to: 'webSecurity: false', seenIn: ['windows'] },
  'one more web preference': {
    from: 'sandbox: true',
    to: 'sandbox: true, nodeIntegrationInSubFrames: true',
    seenIn: ['windows'],
  },
  'another preload': { from: '../preload/index.cjs', to: '../main/index.cjs', seenIn: ['windows'] },
  'no session locks': {
    from: /lockSession\(electron\.session\.defaultSession.*/,
    to: '',
    seenIn: ['order', 'session'],
  },
  'no permission check': {
    from: /session\.setPermissionCheckHandler\(.*/,
    to: '',
    seenIn: ['order', 'session'],
  },
  'every device': {
    from: 'setDevicePermissionHandler(() => false)',
    to: 'setDevicePermissionHandler(() => true)',
    seenIn: ['session'],
  },
  'no contents locks': { from: 'app.on("web-contents-created"', to: 'app.on("never"', seenIn: ['contents'] },
  'a window beside': {
    from: 'return { action: "deny" }',
    to: 'return { action: "allow" }',
    seenIn: ['contents'],
  },
  'a webview': { from: /contents\.on\("will-attach-webview".*/, to: '', seenIn: ['contents'] },
  'every sender': { from: /trusted: trustedSender\(.*/, to: 'trusted: () => true,', seenIn: ['bridge'] },
  'a sender check that is always true': {
    from: /return \(\{ sender, senderFrame \}\) => .*/,
    to: 'return () => true;',
    seenIn: ['bridge'],
  },
  'frames may call': { from: '&& senderFrame?.parent === null', to: '', seenIn: ['bridge'] },
  'a looser connect-src': { from: "connect-src 'self'", to: 'connect-src *', seenIn: ['headers'] },
  'a looser script-src': {
    from: "script-src 'self'",
    to: "script-src 'self' 'unsafe-inline'",
    seenIn: ['headers'],
  },
  'a looser img-src': { from: "img-src 'self'", to: "img-src 'self' https:", seenIn: ['headers'] },
  'no Trusted Types': { from: '"require-trusted-types-for \'script\'",', to: '', seenIn: ['headers'] },
  'one more policy': { from: 'svelte-trusted-html', to: 'svelte-trusted-html *', seenIn: ['headers'] },
  'a scheme past the policy': {
    from: 'standard: true,',
    to: 'standard: true, bypassCSP: true,',
    seenIn: ['schemes'],
  },
  'schemes in vain': {
    from: /electron\.protocol\.registerSchemesAsPrivileged\(.*/,
    to: '',
    seenIn: ['order', 'schemes'],
  },
  'a photo may run': {
    from: "style-src 'unsafe-inline'; sandbox",
    to: "style-src 'unsafe-inline'",
    seenIn: ['photoHeaders'],
  },
  'a permission by another name': {
    from: 'new Set(["clipboard-sanitized-write"])',
    to: 'new Set(["clipboard-sanitized-write", "unheard-of"])',
    seenIn: ['session'],
  },
  'a page whose address begins like ours': {
    from: 'originOf(event.url) === ownOrigin',
    to: 'event.url.startsWith(ownOrigin)',
    seenIn: ['contents'],
  },
  'reports with the environment': {
    from: /(?:\w+\.)?keepDiagnosticsBare\(\);(?=\s*var here)/,
    to: '',
    seenIn: ['reportsEnvironment'],
  },
  'the lock of another folder': { from: /app\.setPath\("userData".*/, to: '', seenIn: ['order'] },
  'the browser’s files among ours': {
    from: /app\.setPath\("sessionData".*/,
    to: '',
    seenIn: ['order'],
  },
  'an ended page stays': {
    from: /setImmediate\(\(\) => \{\s*if \(!window\.isDestroyed/,
    to: '(() => {if (true',
    seenIn: ['loaded'],
  },
  'never shown': { from: 'window.once("ready-to-show", show)', to: '', seenIn: ['shown'] },
  'shown before there is something to see': {
    from: 'window.once("ready-to-show", show)',
    to: 'window.maximize()',
    seenIn: ['shown'],
  },
  'larger than its screen': {
    from: 'const place = windowPlace(',
    to: 'const place = (() => ({}))(',
    seenIn: ['windows'],
  },
  'a second start finds nothing': {
    from: 'app.on("second-instance"',
    to: 'app.on("never"',
    seenIn: ['opened', 'shownAgain'],
  },
  'a shutdown asks': { from: 'quit.follow(', to: '(() => undefined)(', seenIn: ['endsBy'] },
  'the end of a session of Windows asks': {
    from: 'window.on("session-end"',
    to: 'window.on("never"',
    seenIn: ['endsBy'],
  },
  'a process ends unseen': { from: 'app.on("child-process-gone"', to: 'app.on("never"', seenIn: ['told'] },
  'a page hangs unseen': { from: 'window.on("unresponsive"', to: 'window.on("never"', seenIn: ['told'] },
  'frames of another theme': { from: /nativeTheme\.themeSource = .*/, to: 'undefined;', seenIn: ['theme'] },
  'no sandbox of the app': { from: 'app.enableSandbox()', to: '', seenIn: ['order'] },
  'the web within the session': {
    from: /refuseWeb\(electron\.protocol.*/,
    to: '',
    seenIn: ['protocols', 'refused'],
  },
  'a spell checker that fetches': {
    from: 'setSpellCheckerEnabled(false)',
    to: 'setSpellCheckerEnabled(true)',
    seenIn: ['session'],
  },
  'a link without a question': {
    from: 'if (isAccepted(',
    to: 'if (true || isAccepted(',
    seenIn: ['contents'],
  },
  'nobody to the system': { from: /introduce\(electron\.app.*/, to: '', seenIn: ['identity'] },
  'a file of macOS falls down': { from: 'app.on("open-file"', to: 'app.on("never"', seenIn: ['opened'] },
  'a link of macOS falls down': { from: 'app.on("open-url"', to: 'app.on("never"', seenIn: ['opened'] },
  'a second start hands nothing over': {
    from: 'requestSingleInstanceLock(given)',
    to: 'requestSingleInstanceLock()',
    seenIn: ['opened'],
  },
  'an installed app obeys every switch': {
    from: 'app.commandLine.removeSwitch(name)',
    to: 'void name',
    seenIn: ['switches'],
    inPackage: true,
  },
  'an installed app that is started with nothing opens a file': {
    from: 'process.argv.slice(electron.app.isPackaged ? 1 : 2)',
    to: 'process.argv.slice(2)',
    seenIn: ['opened'],
    inPackage: true,
  },
  'the place is lost': { from: /if \(window\) savePlace\(.*/, to: '', seenIn: ['placeSaved'] },
}

/** Mutants by name that one start can have together, for each is seen in parts of its own. */
export function mutantGroups(): string[][] {
  const groups: { names: string[]; parts: Set<string>; inPackage: boolean }[] = []
  for (const [name, { seenIn, inPackage = false }] of Object.entries(bootMutants)) {
    const found = groups.find(
      (group) => group.inPackage === inPackage && !seenIn.some((part) => group.parts.has(part)),
    )
    const group = found ?? { names: [], parts: new Set(), inPackage }
    if (!found) groups.push(group)
    group.names.push(name)
    for (const part of seenIn) group.parts.add(part)
  }
  return groups.map(({ names }) => names)
}
