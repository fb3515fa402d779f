import { chatapp } from '../../schema/chatapp/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { authenticateChatapp } from './authenticateChatapp.ts'
import { createChatappContext } from './context.ts'
import { checkLinkReady } from './checkLinkReady.ts'
import { completeChatappLink } from './completeChatappLink.ts'
import { createMiniappSession } from './createMiniappSession.ts'
import { ChatappEnv } from './env.ts'
import { getMiniappStatus } from './getMiniappStatus.ts'
import { createPageDocuments } from './pageDocuments.ts'
import { receiveChatappUpdate } from './receiveChatappUpdate.ts'
import { recordLinkTelemetry } from './recordLinkTelemetry.ts'
import { scheduled } from './scheduled.ts'
import { unlinkChatapp } from './unlinkChatapp.ts'

export { ChatappAccount } from './link/ChatappAccount.ts'
export { ChatappUser } from './link/ChatappUser.ts'

export default {
  fetch: serve({
    name: 'chatapp',
    env: ChatappEnv,
    operations: chatapp,
    handlers: {
      checkLinkReady,
      completeChatappLink,
      createMiniappSession,
      getMiniappStatus,
      receiveChatappUpdate,
      recordLinkTelemetry,
      unlinkChatapp,
    },
    context: createChatappContext,
    authenticate: authenticateChatapp,
    keys: ({ DB }) => createIdempotencyKeys(DB),
    documents: createPageDocuments,
  }),
  scheduled,
}
