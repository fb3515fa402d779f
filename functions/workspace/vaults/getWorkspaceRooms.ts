import type { WorkspaceHandler } from '../context.ts'
import { isoTime, objectOf } from '../store/workspaceChange.ts'
import { PUBLISH } from '../store/workspaceReports.ts'
import { answerTo } from './admit.ts'
import { describeRoom } from './describeRecords.ts'
import { readRooms } from './describeRooms.ts'
import { enter } from './enter.ts'

const MESSAGES = 10

/** The rooms of a vault, from their rules, the linked chats and the published messages. Throws what admit throws. */
export const getWorkspaceRooms: WorkspaceHandler<'getWorkspaceRooms'> = async (
  { query: { vault }, principal },
  context,
) => {
  const entering = enter(vault, principal, context)
  const [admission, { rules, chatRule, chatapp, msgnet }, published] = await Promise.all([
    entering,
    readRooms(vault, entering, principal, context),
    context.vaults.records.published(vault, PUBLISH, MESSAGES),
  ])
  const rule = chatRule && describeRoom(chatRule)
  return answerTo(admission, context.now(), {
    chatapp: {
      ...chatapp,
      minSharesRaw: rule?.minSharesRaw ?? null,
      graceHours: rule?.graceHours ?? null,
      recentSummaries: null,
    },
    msgnet: {
      ...msgnet,
      recentMessages: published.map(({ id, action, status, createdAt }) => {
        const { conversationId, text } = objectOf(action)
        return {
          actionId: id,
          conversationId: String(conversationId),
          text: String(text),
          status,
          createdAt: isoTime(createdAt),
        }
      }),
    },
    rules: rules.map(describeRoom),
  })
}
