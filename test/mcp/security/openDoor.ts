import { openFront } from '../../support/inProcess/openFront.ts'
import { sideOf, type Side } from '../../support/Side.ts'
import type { Send } from './callTool.ts'

export { ORIGIN } from '../../support/inProcess/openFront.ts'

/** An answer in the envelope. */
export const answering = (data: unknown): Side => sideOf(() => Response.json({ success: true, data }))

/** The Worker `mcp` between families of the test. */
export const openDoor = (sides: Readonly<Record<string, Side>>): Promise<Send> => openFront('mcp', sides)
