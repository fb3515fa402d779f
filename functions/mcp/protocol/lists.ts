import type { Tool } from '@modelcontextprotocol/server'
import { callOptions, tools } from 'virtual:mcp'
import { FAMILIES } from '../../../schema/families.ts'
import { entriesOf, type Schema, toolOf, withoutStoring } from '../tools/familyTools.ts'

/** The tools of `/mcp`, as the build made their list. */
const TOOLS: readonly Tool[] = JSON.parse(tools)

/** What is served at one URL. */
export interface Toolset {
  /** Absent at `/mcp`: then tools are tasks and calls, else the operations of this family. */
  readonly family?: string
  readonly isReadOnly: boolean
}

const made = new Map<string, readonly Tool[]>()

/** The tools at a URL, always in the same order; made once for each set, of which there are few. */
export function toolsAt({ family, isReadOnly }: Toolset): readonly Tool[] {
  const key = `${family ?? ''} ${isReadOnly}`
  const known = made.get(key) ?? listOf(family, isReadOnly)
  made.set(key, known)
  return known
}

function listOf(family: string | undefined, isReadOnly: boolean): readonly Tool[] {
  if (family === undefined) return TOOLS.filter(({ annotations }) => !isReadOnly || annotations?.readOnlyHint === true)
  const options: Schema = JSON.parse(callOptions)
  return entriesOf(family, isReadOnly).map((entry) => toolOf(isReadOnly ? withoutStoring(entry) : entry, options))
}

const PATH = /^\/mcp(?:\/x\/([a-z]+))?$/

/** The set of tools that a URL names; undefined if it names none. */
export function toolsetOf({ pathname, searchParams }: URL): Toolset | undefined {
  const [whole, family] = PATH.exec(pathname) ?? []
  if (whole === undefined) return undefined
  const isReadOnly = searchParams.has('readonly') && searchParams.get('readonly') !== 'false'
  if (family === undefined) return { isReadOnly }
  return Object.hasOwn(FAMILIES, family) && entriesOf(family, false).length > 0 ? { family, isReadOnly } : undefined
}
