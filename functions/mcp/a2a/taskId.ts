import { base64urlnopad } from '@scure/base'
import * as z from 'zod'
import { parseJson } from '../../../shared/text/json.ts'
import { type Asked, takesCredential, withoutCredentials } from './Asked.ts'

/** A task that waits for its client, who may continue it with a credential or a payment. */
export interface Waiting {
  readonly contextId: string
  readonly asked: Asked
}

const PREFIX = 'waiting.'
const MOST_CHARACTERS = 8192

const Content = z.tuple([z.string(), z.string(), z.record(z.string(), z.unknown())])

/**
 * The id of a task that waits. It says what was asked, without credentials, so that nothing is stored for it, and grants nothing:
 * whoever has the id can name its operation, and ask the same with credentials of their own. undefined if that is too long for an id.
 */
export function idOfWaiting({ contextId, asked }: Waiting): string | undefined {
  const content: z.output<typeof Content> = [contextId, asked.tool, withoutCredentials(asked.args)]
  const id = PREFIX + base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(content)))
  return id.length > MOST_CHARACTERS ? undefined : id
}

/** What an id says, if it is one of a task that waits. */
export function waitingOf(id: string): Waiting | undefined {
  if (!id.startsWith(PREFIX) || id.length > MOST_CHARACTERS) return undefined
  try {
    const [contextId, tool, args] = Content.parse(parseJson(base64urlnopad.decode(id.slice(PREFIX.length))))
    const asked = { tool, args: withoutCredentials(args) }
    return takesCredential(asked) ? { contextId, asked } : undefined
  } catch {
    return undefined
  }
}
