import type { LocalAccount } from 'viem'
import { startImaging } from '../../localnet/imaging/startImaging.ts'
import { startWeb } from '../../localnet/web/startWeb.ts'
import { ImageAsset, ImageJob, ImageProject, ImageProjectSummary } from '../../schema/image/answers.ts'
import { type Answer, bearer, dataOf, signIn, toAnswer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'
import { type Fixture, fixture } from './fixtures.ts'

export type ImageNet = Awaited<ReturnType<typeof startImageNet>>
type Headers = Record<string, string>

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The family with a generator and a web of its own. */
export async function startImageNet(name: string) {
  const [imaging, web] = await Promise.all([startImaging(), startWeb()])
  const net = await startLocalnet({
    families: ['account', 'image'],
    variables: { ...imaging.variables, ...web.variables },
  })
  const random = seeded(name)
  const root = net.sockets['image'] ?? ''
  const post = async (path: string, body: unknown, headers: Headers): Promise<Answer> =>
    toAnswer(await fetch(`${root}/image/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  const get = async (path: string, headers: Headers = {}): Promise<Answer> =>
    toAnswer(await fetch(`${root}/image/${path}`, { headers }))
  const enter = async (account: LocalAccount = random.account()): Promise<Headers> =>
    bearer((await signIn(net.api, account)).token)
  const begin = async (headers: Headers, body: object = { name: 'Aurora cover' }) =>
    dataOf(await post('projects/create', body, headers), ImageProjectSummary)
  const upload = (headers: Headers, projectId: string, bytes: Uint8Array, more: object = {}): Promise<Answer> =>
    post(
      'assets/upload',
      { projectId, role: 'subject', contentType: 'image/png', data: base64(bytes), ...more },
      headers,
    )

  let shared: Promise<Headers> | undefined

  return {
    ...net,
    root,
    random,
    imaging,
    web,
    bucket: net.bucket,
    d1: await net.database(),
    post,
    get,
    enter,
    begin,
    upload,
    /** A new project, always of the same wallet. */
    async owner() {
      const headers = await (shared ??= enter())
      return { headers, projectId: (await begin(headers)).projectId }
    },
    /** Somebody new with a project. */
    async another() {
      const headers = await enter()
      return { headers, projectId: (await begin(headers)).projectId }
    },
    uploaded: async (headers: Headers, projectId: string, name: Fixture = 'png', more: object = {}) =>
      dataOf(await upload(headers, projectId, fixture(name), more), ImageAsset),
    project: async (headers: Headers, projectId: string) =>
      dataOf(await get(`get?projectId=${projectId}`, headers), ImageProject),
    generated: async (headers: Headers, projectId: string, more: object = {}) =>
      dataOf(await post('generate', { projectId, instruction: 'A lighthouse', ...more }, headers), ImageJob),
    job: async (headers: Headers, jobId: string) => dataOf(await get(`jobs/status?jobId=${jobId}`, headers), ImageJob),
    run: () => net.runSchedule('image'),
    /** The clock of the family is ahead by so much from now on; time-outs are over within this share of their time. */
    time: (time: { aheadMs?: number; timeOuts?: number }) => net.changeTime('image', time),
    async stop() {
      await net.stop()
      await Promise.all([imaging.stop(), web.stop()])
    },
  }
}
