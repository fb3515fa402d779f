import { BOARD, type BoardView, type Sample, type StatusBoardObject } from '../durable/statusBoard.ts'
import { within } from '../http/within.ts'

const TIMEOUT_MS = 3000

/** State of the status board; null if it does not answer, or is not bound. */
export async function readBoard(env: Readonly<Record<string, unknown>>): Promise<BoardView | null> {
  const { STATUS_BOARD: board } = env
  if (!isBoard(board)) return null
  try {
    // The runtime makes answers of objects disposable.
    using view = await within(TIMEOUT_MS, board.getByName(BOARD).view())
    return { ...view }
  } catch {
    return null
  }
}

/** The states of the last day; null if the status board does not answer or is not bound. */
export async function readSamples(env: Readonly<Record<string, unknown>>): Promise<readonly Sample[] | null> {
  const { STATUS_BOARD: board } = env
  if (!isBoard(board)) return null
  try {
    using samples = await within(TIMEOUT_MS, board.getByName(BOARD).samples())
    return [...samples]
  } catch {
    return null
  }
}

const isBoard = (value: unknown): value is DurableObjectNamespace<StatusBoardObject> =>
  typeof value === 'object' && value !== null && 'getByName' in value
