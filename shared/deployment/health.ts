import { FAMILIES } from '../../schema/families.ts'
import type { ProviderName } from '../../schema/providers.ts'
import { boundFamily } from './askFamily.ts'
import { BOARD, type BoardView, type Sample, type StatusBoardObject } from '../durable/statusBoard.ts'
import { within } from '../http/within.ts'

const FAMILY_MS = 2000
const BOARD_MS = 3000

/** Health that a family reports; undefined without a usable answer. */
export interface FamilyHealth {
  readonly family: string
  readonly health: { readonly data?: { readonly providers?: Partial<Record<ProviderName, boolean>> } } | undefined
}

/** Reads the health of each bound family over its binding. */
export function readFamilyHealth(env: Readonly<Record<string, unknown>>, query = ''): Promise<FamilyHealth[]> {
  const answers = Object.entries(FAMILIES).flatMap(([family, [prefix]]) => {
    const service = boundFamily(env, family.toUpperCase())
    return service ? [healthOf(family, service, `https://gateway/api${prefix}/health${query}`)] : []
  })
  return Promise.all(answers)
}

async function healthOf(family: string, service: Fetcher, url: string): Promise<FamilyHealth> {
  try {
    const response = await service.fetch(url, { signal: AbortSignal.timeout(FAMILY_MS) })
    const health: FamilyHealth['health'] = JSON.parse((await response.text()) || '{}')
    return { family, health: response.ok ? health : undefined }
  } catch {
    return { family, health: undefined }
  }
}

/** State of the status board; null if it does not answer, or is not bound. */
export async function readBoard(env: Readonly<Record<string, unknown>>): Promise<BoardView | null> {
  const { STATUS_BOARD: board } = env
  if (!isBoard(board)) return null
  try {
    // The runtime adds a way to dispose of it to what an object answers.
    using view = await within(BOARD_MS, board.getByName(BOARD).view())
    return { ...view }
  } catch {
    return null
  }
}

/** The states of the last day; null where the status board does not answer, or is not bound. */
export async function readSamples(env: Readonly<Record<string, unknown>>): Promise<readonly Sample[] | null> {
  const { STATUS_BOARD: board } = env
  if (!isBoard(board)) return null
  try {
    using samples = await within(BOARD_MS, board.getByName(BOARD).samples())
    return [...samples]
  } catch {
    return null
  }
}

const isBoard = (value: unknown): value is DurableObjectNamespace<StatusBoardObject> =>
  typeof value === 'object' && value !== null && 'getByName' in value
