import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { channels } from '#shared/bridge/channels.ts'
import { calls, events, type Events } from '#shared/bridge/calls.ts'
import { followAll } from './assemble/followers.ts'
import { readAgain } from './assemble/read-again.ts'
import { nothingFound, prepareNumbers, recover, resumeWaiting, settleEdits } from './assemble/upkeep.ts'
import { applyLocale, resolveLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { assemble, type Forecourt } from './assemble.ts'
import { logFolder } from './context/app-environment.ts'
import { type AppFacts, appState, handlersOf } from './assemble/calls.ts'
import { publisher, type Publish } from './bridge/publish.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { serve } from './bridge/serve.ts'
import { builtEntries } from './entries.ts'
import { Log } from './log/log.ts'
import { managedDataFolder, readPolicy, windowPolicyPlace } from './policy/read-policy.ts'
import { introduce } from './shell/app-identity.ts'
import { appScheme, serveApp } from './shell/app-protocol.ts'
import { crashEnds } from './shell/crash.ts'
import { takeDataFolder } from './shell/data-folder.ts'
import { forkUtility } from './shell/fork-utility.ts'
import { startSandboxThread } from '../sandbox/sandbox-in-thread.ts'
import { Handovers, type Start } from './shell/handovers.ts'
import { hardenApp, refuseWeb } from './shell/hardening.ts'
import { lockContents, lockSession } from './shell/lockdown.ts'
import { keepAwake } from './shell/keep-awake.ts'
import { menuTemplate } from './shell/menu.ts'
import { outsideLinks } from './shell/outside-links.ts'
import { pageAddress } from './shell/page-address.ts'
import { replaceEndedPage, standInFiles } from './shell/page-ended.ts'
import { photoPrivileges, servePhotos } from './shell/photo-protocol.ts'
import { lookAtWaits, systemClock } from './system/clock.ts'
import { givenDataDir } from './system/given-data-dir.ts'
import { Lazy } from './system/lazy.ts'
import { hostsOf, updateFeed } from './updates/update-feed.ts'
import { updatesOff } from './updates/update-place.ts'
import { keepDiagnosticsBare } from './system/diagnostics.ts'
import { refuseOtherThanFiles } from './storage/regular-files.ts'
import { storageFaultOf } from './storage/storage-fault.ts'
import { originOf, trustedSender } from './shell/trusted-sender.ts'
import { systemNotices } from './shell/notices.ts'
import { SelfTest } from './shell/self-test.ts'
import { dropStaleLock } from './shell/stale-lock.ts'
import { SendingSignals } from './shell/sending-signals.ts'
import { askBeforeClosing, Quit } from './shell/quit.ts'
import { installLast } from './shell/install-last.ts'
import { openWindow, savePlace, type WindowOptions } from './shell/window.ts'

keepDiagnosticsBare()
const here = import.meta.dirname
const address = pageAddress(app.isPackaged, process.env)
const origin = originOf(address)

const selfTest = SelfTest.of(process.argv)
const feed = updateFeed(app.isPackaged, process.env)
const managed = readPolicy(windowPolicyPlace(app.isPackaged, process.env))
const dataDir = selfTest
  ? takeDataFolder(app, { FORECOURT_DATA_DIR: selfTest.folder })
  : takeDataFolder(app, process.env, process.platform, managedDataFolder(managed))
const given: Start = { args: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() }
// Another app's lock says nothing of a folder that is refused.
const isRefused = !isAbsolute(dataDir)
if (process.platform === 'linux' && !isRefused) dropStaleLock(dataDir)
if (isRefused || app.requestSingleInstanceLock(given)) startWhenReady({ dataDir, managed }, given)
else app.quit()

/** Facts before anything of the app runs. */
interface Founded {
  readonly dataDir: string
  readonly managed: Managed
}

function startWhenReady(founded: Founded, given: Start): void {
  const handovers = new Handovers(app, given)
  introduce(app, process.platform)
  const { disobeyed, hasSandbox } = hardenApp(app, process)
  protocol.registerSchemesAsPrivileged([appScheme, photoPrivileges])
  let running: Forecourt | null = null
  const crash = crashEnds({
    app,
    dialog: selfTest?.box ?? dialog,
    record: (what, error) => running?.context.log.error(what, { error }),
    close: async () => running?.close(),
  })
  void app
    .whenReady()
    .then(() => applyLocale(resolveLocale('system', app.getLocale())))
    .then(() => start(founded, handovers, (forecourt) => (running = forecourt)))
    .then(() => {
      if (disobeyed.length > 0) running?.context.log.warn('switches were not obeyed', { disobeyed })
      if (!hasSandbox) running?.context.log.warn('the page has no sandbox of Chromium')
    })
    .catch(crash)
}

function start(founded: Founded, handovers: Handovers, onAssembled: (forecourt: Forecourt) => void): void {
  let window: BrowserWindow | null = null
  const send = (name: string, payload: unknown): void =>
    window?.webContents.send(channels.event, name, payload)
  const { forecourt, publish } = assembleApp(founded, send)
  onAssembled(forecourt)
  selfTest?.begin((code) => void forecourt.close().finally(() => app.exit(code)))
  forecourt.context.hub.on('account-changed', () => void readAgain(forecourt))
  let found = forecourt.batches.recovery.isUnchecked ? nothingFound : recover(forecourt)
  const recovered = forecourt.context.checks.journal().then(() => {
    if (found !== nothingFound) return
    found = recover(forecourt)
    publish('app:recovered', null)
  })

  const endedAt = replaceEndedPage(
    app,
    () => window,
    (details) => forecourt.context.log.error('the page ended', details),
  )
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) =>
    forecourt.context.log.warn('a process of the app ended', { type, name, reason, exitCode }),
  )
  const showLog = (): void => shell.showItemInFolder(forecourt.context.log.path)
  const updates = new Lazy(async () => {
    if (!feed) return null
    const { updatesOf } = await import('./updates/open-updates.ts')
    return updatesOf(forecourt.context, forecourt.batches, {
      feed,
      proxyFor,
      publish,
      version: app.getVersion(),
      configPath: app.isPackaged
        ? join(process.resourcesPath, 'app-update.yml')
        : join(app.getAppPath(), 'dev-app-update.yml'),
      restart: (install) =>
        quit.restart(() =>
          installLast({
            dialog,
            install,
            record: (what, error) => forecourt.context.log.error(what, { error }),
          }),
        ),
    })
  })
  answerPage(
    forecourt,
    () => window,
    { recovered: () => found, handed: () => handovers.take(), showLog, updates: () => updates.load() },
    endedAt,
  )
  const followSettings = (): void => {
    drawMenu(publish)
    // The frame of the window, the system's boxes, and the colour behind the page until it has painted.
    nativeTheme.themeSource = forecourt.context.settings.get().theme
  }
  followSettings()
  forecourt.context.hub.on('settings-changed', followSettings)

  const signals = new SendingSignals({
    window: () => window,
    notify: systemNotices(Notification),
    keepAwake: keepAwake(powerSaveBlocker),
    open: (batchId) => {
      showWindow()
      publish('batch:open', { batchId })
    },
  })
  forecourt.context.hub.on('batch-changed', (batch) => signals.changed(batch))
  const isPaused = (): boolean => !net.isOnline() || powerMonitor.isOnBatteryPower()
  const followers = followAll(forecourt, {
    publish,
    clock: systemClock,
    isPaused,
    isFocused: () => window?.isFocused() ?? false,
    notify: systemNotices(Notification),
    onOpen() {
      showWindow()
      publish('orders:open', null)
    },
  })
  powerMonitor.on('resume', () => {
    lookAtWaits()
    followers.lookAgain()
  })
  powerMonitor.on('on-ac', () => followers.lookAgain())

  const open = (): void => {
    window = openWindow(windowOptions(forecourt))
    askBeforeClosing(window, { app, busy: () => forecourt.batches.control.busy, platform: process.platform })
    window.on('closed', () => (window = null))
    window.on('session-end', () => quit.now())
    window.on('unresponsive', () => forecourt.context.log.warn('the page does not answer'))
    if (selfTest) window.once('ready-to-show', () => selfTest.done('page painted'))
    signals.windowOpened()
    window.on('focus', () => followers.focus())
  }
  const showWindow = (): void => {
    if (!window) open()
    else if (window.isMinimized()) window.restore()
    window?.focus()
  }
  open()
  void prepareNumbers(forecourt)
  app.on('activate', () => BrowserWindow.getAllWindows().length === 0 && open())
  handovers.follow(() => {
    showWindow()
    publish('app:opened', null)
  })
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  const quit = new Quit({
    app,
    dialog,
    window: () => window,
    busy: () => forecourt.batches.control.busy,
    close() {
      followers.end()
      if (window) savePlace(window, placeOf(forecourt))
      return forecourt.close()
    },
  })
  quit.follow({ powerMonitor, process })
  void recovered.then(() => resumeWaiting(forecourt, found.waiting))
  void recovered.then(() => settleEdits(forecourt))
}

/** Serves the page and its photos, locks what a page may do, and answers its calls. */
function answerPage(
  forecourt: Forecourt,
  window: () => BrowserWindow | null,
  facts: Omit<AppFacts, 'online'>,
  endedAt: () => string | undefined,
): void {
  serveApp(protocol, join(here, '../renderer'), () => standInFiles(endedAt() ?? address))
  servePhotos(protocol, async (photo) => (await forecourt.photos()).find(photo))
  lockSession(session.defaultSession, origin)
  refuseWeb(protocol, origin)
  const onFailed = (error: unknown): void => forecourt.context.log.warn('a link was not opened', { error })
  const handOver = outsideLinks({
    shell,
    dialog,
    window,
    onFailed,
    hosts: forecourt.context.settings.get().managed.policy.linkHosts,
  })
  app.on('web-contents-created', (_event, contents) => lockContents(contents, origin, handOver))
  const all: AppFacts = { online: () => net.isOnline(), ...facts }
  serve({
    port: ipcMain,
    table: calls,
    handlers: {
      ...handlersOf(forecourt, all),
      async 'app:state'() {
        const state = await appState(forecourt, all)
        selfTest?.done('page answered')
        return state
      },
    },
    trusted: trustedSender(() => window()?.webContents, origin),
    words: failureWords,
    faultOf(error) {
      forecourt.context.noteDamage(error)
      return storageFaultOf(error)
    },
    log: (what, error) => forecourt.context.log.error(what, { error }),
  })
}

const windowOptions = (forecourt: Forecourt): WindowOptions => ({
  title: m.app_name(),
  address,
  preload: join(here, '../preload/index.cjs'),
  // Windows and macOS show the icon of the program's own file.
  ...(process.platform === 'linux' && { icon: join(here, '../../resources/icons/512x512.png') }),
  background: nativeTheme.shouldUseDarkColors ? '#16181d' : '#f6f7f9',
  place: placeOf(forecourt),
  onLoadFailed(error) {
    forecourt.context.log.error('the page did not load', { error })
    selfTest?.fail(error)
  },
})

/** The native menu, in the language that the app speaks now. */
function drawMenu(publish: Publish<Events>): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate((command) => publish('app:command', { command }), {
        platform: process.platform,
        packaged: app.isPackaged,
        updates: feed !== null,
      }),
    ),
  )
}

/** Everything but the window; `send` sends an event to it. */
function assembleApp(
  { dataDir, managed }: Founded,
  send: (name: string, payload: unknown) => void,
): {
  readonly forecourt: Forecourt
  readonly publish: Publish<Events>
} {
  // The log itself may be a pipe.
  refuseOtherThanFiles(givenDataDir('FORECOURT_DATA_DIR', dataDir))
  const log = new Log({ directory: join(dataDir, logFolder) })
  const publish = publisher(events, send, (what, error) => log.error(what, { error }))

  const forecourt = assemble({
    dataDir,
    log,
    entries: builtEntries(import.meta.url),
    overrides: {},
    systemLocale: () => app.getLocale(),
    region: () => app.getSystemLocale(),
    version: app.getVersion(),
    managed,
    updateHosts: () => (feed && updatesOff(managed, process) === null ? hostsOf(feed) : []),
    program: app.getName(),
    startSandbox: startSandboxThread,
    spawnKeychain: (entry) => forkUtility(utilityProcess, fileURLToPath(entry), 'Forecourt keychain'),
    proxyFor,
    publish,
  })
  return { forecourt, publish }
}

/** Proxies of the system's settings, in Chromium's PAC form. */
const proxyFor = (address: string): Promise<string> => session.defaultSession.resolveProxy(address)

const placeOf = ({ context: { settings, log } }: Forecourt): WindowOptions['place'] => ({
  load() {
    const bounds = settings.windowBounds()
    return bounds ? { bounds, maximized: bounds.maximized } : undefined
  },
  save: ({ bounds, maximized }) => settings.saveWindow({ ...bounds, maximized }),
  onNotSaved: (error) => log.warn('the place of the window was not saved', { error }),
})
