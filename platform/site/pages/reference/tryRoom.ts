import type { TryRoom } from '../../../../functions/site/pages/reference/TryRoom.ts'
import { asList, asObject } from '../../../json.ts'
import type { Described } from '../../../mcp/describeOperations.ts'

/**
 * The room of an operation's form. Absent for what changes something and for what machines call: a page calls reads, and builds what
 * its visitor may send.
 */
export function tryRoom({ operation, way, documented, tool }: Described): TryRoom | undefined {
  const { 'x-auth': auth } = operation
  if (way.kind === 'write' || (auth !== undefined && auth !== 'build')) return undefined
  const { example } = asObject(asObject(asObject(asObject(documented['requestBody'])['content'])['application/json']))
  const { required } = asObject(tool.inputSchema)
  const names = new Set([...asList(required).map(String), ...Object.keys(asObject(example))])
  return { rows: way.body === 'whole' ? 6 : names.size, isSigned: auth === 'build' }
}
