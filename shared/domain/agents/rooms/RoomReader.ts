import type { RoomRuleStore } from '../../../store/roomRules.ts'
import type { TransferReader } from './readTransfers.ts'

/** What reading memberships requires. */
export interface RoomReader extends TransferReader {
  readonly rules: RoomRuleStore
}
