import type { Tool } from '@modelcontextprotocol/server'
import { callOptions, tools } from 'virtual:mcp'
import { FAMILIES } from '../../../schema/families.ts'
import { nearestNames } from '../../../shared/text/nearest.ts'
import { CALLABLE } from '../calls/operations.ts'
import type { Documents } from '../documents/createDocuments.ts'
import { didYouMean, TOOL_OF } from '../tools/findOperation.ts'
import { isOperationOf, operationsOf, type Options, toolWithoutStoring, withOptions } from '../tools/familyTools.ts'

/** The tools of `/mcp`, as the build made their list. */
const TOOLS: readonly Tool[] = JSON.parse(tools)
const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** The tools that one URL serves. */
export interface Toolset {
  /** Absent at `/mcp`: then tools are tasks and calls, else the operations of this family. */
  readonly family?: string
  readonly isReadOnly: boolean
}

/** Whether a tool is at a URL. */
export function isToolAt({ family, isReadOnly }: Toolset, name: string): boolean {
  if (family !== undefined) return isOperationOf(CALLABLE.get(name), family, isReadOnly)
  const tool = BY_NAME.get(name)
  return tool !== undefined && isTaskAt(tool, isReadOnly)
}

/** Says how to reach a tool that this URL does not have: through another tool, at another URL, or by another name. */
export function missingTool({ family, isReadOnly }: Toolset, name: string): string {
  const operation = CALLABLE.get(name)
  if (operation && family === undefined && isToolAt({ isReadOnly }, TOOL_OF[operation.kind]))
    return `${name} is an operation: call ${TOOL_OF[operation.kind]} with operationId ${name}, and its arguments in args.`
  if (operation && (operation.family !== family || isReadOnly))
    return `${name} is a tool of /mcp/x/${operation.family}${isReadOnly ? ' without readonly' : ''}.`
  if (BY_NAME.has(name)) return `${name} is a tool of /mcp${isReadOnly ? ' without readonly' : ''}.`
  const own = family === undefined ? [...BY_NAME.keys(), ...CALLABLE.keys()] : operationsOf(family, isReadOnly)
  const names = own.map((one) => (typeof one === 'string' ? one : one.operationId))
  return `There is no tool ${encodeURIComponent(name.slice(0, 64).toWellFormed())} at this URL. ${didYouMean(nearestNames(name, names))}`.trim()
}

/** The tools at a URL, always in the same order. Throws Failure. */
export async function toolsAt({ family, isReadOnly }: Toolset, documents: Documents): Promise<Tool[]> {
  if (family === undefined) return tasksAt(isReadOnly)
  const options: Options = JSON.parse(callOptions)
  const known = await documents.tools()
  return operationsOf(family, isReadOnly).flatMap((operation) => {
    const tool = known.get(operation.operationId)
    return tool ? [withOptions(isReadOnly ? toolWithoutStoring(tool, operation) : tool, options, operation)] : []
  })
}

const tasksAt = (isReadOnly: boolean): Tool[] => TOOLS.filter((tool) => isTaskAt(tool, isReadOnly))

const isTaskAt = ({ annotations }: Tool, isReadOnly: boolean): boolean =>
  !isReadOnly || annotations?.readOnlyHint === true

const PATH = /^\/mcp(?:\/x\/([a-z]+))?$/

/** The set of tools that a URL names; undefined if it names none. */
export function toolsetOf({ pathname, searchParams }: URL): Toolset | undefined {
  const [whole, family] = PATH.exec(pathname) ?? []
  if (whole === undefined) return undefined
  const isReadOnly = searchParams.has('readonly') && searchParams.get('readonly') !== 'false'
  if (family === undefined) return { isReadOnly }
  return Object.hasOwn(FAMILIES, family) && operationsOf(family, false).length > 0 ? { family, isReadOnly } : undefined
}
