import type { RoomRuleStore } from '../../../../shared/store/roomRules.ts'
import type { TransferReader } from './readTransfers.ts'

/** What reading memberships requires. */
export interface RoomReader extends TransferReader {
  readonly rules: RoomRuleStore
}
