import type { RoomType } from '../../../../shared/store/roomRules.ts'

const CAPABILITIES = {
  msgnet: ['join', 'read', 'write', 'react', 'view-members'],
  chatapp: ['join', 'read', 'write', 'react'],
  governance: ['read', 'write'],
  'vault-ui': ['read'],
} as const satisfies Record<RoomType, readonly string[]>

/** What a token for a room of this type is good for. */
export const capabilitiesOf = (type: RoomType) => [...CAPABILITIES[type]]
