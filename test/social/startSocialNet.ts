import { FeedbackPayload } from '../../schema/agents/feedbackFile.ts'
import { startStorage } from '../../localnet/storage/startStorage.ts'
import { accountOf, type Answer, bearer, dataOf, signIn, toAnswer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'

export type SocialNet = Awaited<ReturnType<typeof startSocialNet>>

/** The family, with an immutable storage of its own that is used where a test says so. */
export async function startSocialNet(
  options: Pick<Parameters<typeof startLocalnet>[0], 'variables' | 'withoutRoles'> = {},
) {
  const storage = await startStorage()
  const net = await startLocalnet({
    ...options,
    families: ['account', 'social'],
    variables: { ...storage.variables, ...options.variables },
  })
  const root = net.sockets['social'] ?? ''
  const headers = bearer((await signIn(net.api, accountOf(net, 'stranger'))).token)
  const build = async (body: unknown, own: Record<string, string> = headers): Promise<Answer> =>
    toAnswer(
      await fetch(`${root}/social/feedback-payload`, {
        method: 'POST',
        headers: own,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return {
    ...net,
    root,
    storage,
    headers,
    client: accountOf(net, 'stranger').address,
    bucket: net.bucket,
    build,
    /** A payload that is built. */
    built: async (body: object) => dataOf(await build(body), FeedbackPayload),
    artifact: (hash: string, init: RequestInit = {}) => fetch(`${root}/social/artifacts/${hash}`, init),
    /** Time-outs of the family are over within this share of their time. */
    hurry: (timeOuts: number) => net.changeTime('social', { timeOuts }),
    async stop() {
      await net.stop()
      await storage.stop()
    },
  }
}
