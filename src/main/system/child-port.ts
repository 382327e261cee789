/**
 * A child process as the keychain sees it: Electron's utilityProcess in the app, child_process.fork on the command
 * line. Both channels have this interface.
 */
export interface ChildPort {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the child has ended or could not be started at all; a second call for the same child is harmless. */
  onExit(listener: () => void): void
  /** Ends the child even when it hangs: SIGKILL, not a request. */
  kill(): void
}
