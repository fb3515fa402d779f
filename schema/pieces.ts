import { FAMILIES, type FamilyName } from './families.ts'

/** Rooms of a family that is too large for one piece of the document. */
export const ROOMS = {
  agents: ['identity', 'review', 'rooms', 'intelligence', 'messages'],
} as const satisfies Partial<Record<FamilyName, readonly string[]>>

/** The pieces of the document by name: each family, and each room as `<family>-<room>`. */
export const PIECES: readonly string[] = [
  ...Object.keys(FAMILIES).filter((family) => family !== 'mcp'),
  ...Object.entries(ROOMS).flatMap(([family, rooms]) => rooms.map((room) => `${family}-${room}`)),
]
