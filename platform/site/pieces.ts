import { agentRooms } from '../../schema/agents/index.ts'
import { PIECES } from '../../schema/pieces.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import type { Json } from '../json.ts'
import { cutDocument } from './cutDocument.ts'
import { fitPiece } from './fitPiece.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { pieceUrl, WHOLE_URL, yamlUrl } from './pieceUrls.ts'
import { toYaml } from './toYaml.ts'

/** Bytes of a piece, at most: of a family or a room, as JSON and as YAML, and of one operation. */
export const PIECE_BYTES = 200_000
export const OPERATION_BYTES = 30_000

/** A part of the document, and the path at which it is served. */
export interface Piece {
  readonly url: string
  readonly document: Json
}

const BY_NAME: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  ...OPERATIONS,
  ...Object.fromEntries(Object.entries(agentRooms).map(([room, operations]) => [`agents-${room}`, operations])),
}

/** The operations of a piece, by its name. */
export function operationsOf(name: string): readonly Operation[] {
  const operations = BY_NAME[name]
  if (!operations) throw new Error(`there is no piece ${name}`)
  return Object.values(operations)
}

interface Pieces {
  /** One for each family, and for each room of a family. */
  readonly families: readonly Piece[]
  /** The same as they are written as YAML, which takes more space. */
  readonly yaml: readonly Piece[]
  /** One for each operation. */
  readonly operations: readonly Piece[]
}

/** The document in pieces. */
export function piecesOf(document: Json): Pieces {
  const cut = (operations: readonly Operation[], externalDocs: Json) =>
    cutDocument(document, new Set(operations.map(({ operationId }) => operationId)), externalDocs)
  // Each operation is part of the smallest piece that has it, which comes last.
  const pieceOf = new Map(PIECES.flatMap((name) => operationsOf(name).map((one) => [one.operationId, name] as const)))
  const families = PIECES.map((name) => ({
    url: pieceUrl(name),
    document: cut(operationsOf(name), { description: 'The whole document', url: WHOLE_URL }),
  }))
  return {
    families: families.map((piece) => ({ ...piece, document: fitPiece(piece.document, PIECE_BYTES) })),
    yaml: families.map((piece) => ({
      url: yamlUrl(piece.url),
      document: fitPiece(piece.document, PIECE_BYTES, toYaml),
    })),
    operations: Object.values(OPERATIONS)
      .flatMap((family) => Object.values(family))
      .map((operation) => {
        const family = pieceOf.get(operation.operationId) ?? ''
        const externalDocs = { description: `All of ${family}`, url: pieceUrl(family) }
        return {
          url: operationUrl(operation.operationId),
          document: fitPiece(cut([operation], externalDocs), OPERATION_BYTES),
        }
      }),
  }
}
