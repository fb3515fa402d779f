import { requestScope } from './requestScope.ts'

/** Most verbose first; at the level `off` nothing is logged. */
export const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const
export type Level = Exclude<(typeof LEVELS)[number], 'off'>

/**
 * Fields of a line besides time, level, event and request. Never a credential, an IP address, a body or a query.
 */
export type Fields = Readonly<Record<string, string | number | boolean | null | undefined | readonly string[]>>

type Write = (level: Level, line: string) => void

let threshold = LEVELS.indexOf('warn')
// Looked up for each line, so that replaced methods of the console get the lines.
let write: Write = (level, line) => console[level](line)

/** Sets the lowest level that this isolate or process logs, and where its lines go. */
export function configureLog(settings: { readonly level?: (typeof LEVELS)[number]; readonly write?: Write }): void {
  if (settings.level !== undefined) threshold = LEVELS.indexOf(settings.level)
  write = settings.write ?? write
}

/** Whether a level is logged: for lines that are expensive to assemble. */
export const isLogged = (level: Level): boolean => LEVELS.indexOf(level) >= threshold

/** Writes one event as a line of JSON, with the request that it belongs to. Never throws: a lost line ends no work. */
export function log(level: Level, event: string, fields: Fields = {}): void {
  if (!isLogged(level)) return
  try {
    const scope = requestScope.getStore()
    const request = scope && { requestId: scope.id, operation: scope.operation }
    write(level, JSON.stringify({ time: new Date().toISOString(), level, event, ...request, ...fields }))
  } catch {
    // There is nowhere to say so.
  }
}
