/** With which a process is asked to end in order. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
