import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_ROOMS, requireInBounds, type RoomSettings, type RoomType } from '../../../../shared/store/roomRules.ts'
import { chatOf, savingRoom } from '../../store/workspaceRooms.ts'
import { lower } from '../../../../shared/text/address.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

const TYPES: readonly RoomType[] = ['msgnet', 'chatapp', 'vault-ui', 'governance']

/**
 * Creates a room of the vault, or changes the version that the editor has read. A chat must be linked to the vault, so that
 * nobody opens another vault's chat to other holders; a room belongs to one vault. Throws what applyPlan throws,
 * invalid_request, not_a_vault (it names no share token), room_not_found, room_taken, room_changed, workspace_full.
 */
export function upsertRoomRule(payload: PayloadOf<'rooms.rules.upsert'>, actionRequest: ActionRequest): Promise<Done> {
  const { admission, context } = actionRequest
  const { vault, actor, at, asOf } = admission
  const { roomKey, version: read } = payload
  const settings = settingsOf(payload, actionRequest)
  const chatId = chatOf(settings)
  return applyPlan(actionRequest, {
    target: { type: 'room', id: roomKey },
    requested: { ...payload, minSharesRaw: settings.minShares },
    event: { title: read === 0 ? 'Created a room' : 'Changed a room', description: `${roomKey}, version ${read + 1}` },
    steps: savingRoom(settings, actor.address, { read, at }),
    outcome: { status: 'saved', version: read + 1 },
    refusal: async () => {
      const [known, chats] = await Promise.all([
        context.vaults.rooms.find(asOf.chainId, roomKey),
        context.vaults.surroundings.chats(asOf.chainId, vault),
      ])
      if (known && known.vault !== lower(vault))
        return new ApiError('room_taken', 'payload.roomKey: belongs to another vault')
      if (chatId !== null && !chats.includes(chatId))
        return new ApiError(
          'room_not_found',
          'payload.roomKey: the chat is not linked to this vault; use rooms.chatapp.link',
        )
      if (known || read > 0)
        return new ApiError(
          'room_changed',
          known
            ? `payload.version: the room now has version ${known.version}; read it again and send that version`
            : 'payload.version: the room does not exist; send version 0 to create it',
        )
      return new ApiError('workspace_full', `vault: already has ${MOST_ROOMS} rooms, the maximum`)
    },
  })
}

/** The room as it is stored. Throws invalid_request for values out of bounds, not_a_vault without a share token. */
function settingsOf(payload: PayloadOf<'rooms.rules.upsert'>, { admission }: ActionRequest): RoomSettings {
  const { roomKey, minSharesRaw, minHoldSeconds, graceHours, gatingEnabled, joinLocked, enabled } = payload
  const type = TYPES.find((one) => roomKey.startsWith(`${one}:`))
  if (!type) throw new ApiError('invalid_request', `payload.roomKey: must begin with ${TYPES.join(':, ')}:`)
  if (!admission.shareToken) throw new ApiError('not_a_vault', 'vault: reports no share token, which room rules need')
  const settings = {
    chainId: admission.asOf.chainId,
    roomKey,
    type,
    vault: admission.vault,
    shareToken: admission.shareToken,
    minShares: String(minSharesRaw),
    minHoldSeconds,
    graceSeconds: graceHours * 3600,
    gatingEnabled,
    joinLocked,
    enabled,
  }
  try {
    requireInBounds(settings)
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('invalid_request', `payload.${error.message}`)
    throw error
  }
  return settings
}
