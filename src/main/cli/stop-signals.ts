/** Ctrl+C, a stop by the system and a terminal that was closed: they ask a process to end in order. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
