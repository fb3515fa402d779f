import { envelope } from '../../schema/common.ts'
import { image } from '../../schema/image/index.ts'
import { ImageAsset, ImageJob, ImageProjectSummary } from '../../schema/image/answers.ts'
import { PICTURE, PICTURE_URL } from '../../localnet/web/pages.ts'
import { seeded } from '../support/seeded.ts'
import type { Call, Live } from './live.ts'

/** An id for calls without a session, whose form is enough. */
const ANY_ID = '3f0f4f0e-6f5d-4c8e-9d3a-2b8f0a6f7c11'
const data = Buffer.from(PICTURE).toString('base64')

let random: ReturnType<typeof seeded> | undefined
/** Of somebody new, whose budget nobody else uses. */
const enter = (live: Live) => live.session((random ??= seeded('images')).account())

/** A new project of somebody new. */
async function begin(live: Live): Promise<{ headers: Record<string, string>; projectId: string }> {
  const headers = await enter(live)
  const answer = await live.send(image.createImageProject, { headers, body: { name: 'Aurora cover' } })
  const json: unknown = await answer.json()
  return {
    headers,
    projectId: answer.status === 200 ? envelope(ImageProjectSummary).parse(json).data.projectId : ANY_ID,
  }
}

const uploadTo = (projectId: string) => ({ projectId, role: 'subject', contentType: 'image/png', data })

async function upload(live: Live) {
  const { headers, projectId } = await begin(live)
  const answer = await live.send(image.uploadImageAsset, { headers, body: uploadTo(projectId) })
  const json: unknown = await answer.json()
  return {
    headers,
    projectId,
    assetId: answer.status === 200 ? envelope(ImageAsset).parse(json).data.assetId : ANY_ID,
  }
}

async function jobOf(live: Live): Promise<Call> {
  const { headers, projectId } = await begin(live)
  const answer = await live.send(image.generateImage, { headers, body: { projectId, instruction: 'A lighthouse' } })
  const json: unknown = await answer.json()
  if (answer.status === 503) throw new Error('no job can be begun')
  return { headers, query: { jobId: answer.status === 200 ? envelope(ImageJob).parse(json).data.jobId : ANY_ID } }
}

/** A call of each operation of images that answers 200 on the local world. */
export const imageExamples: Readonly<Record<keyof typeof image, (live: Live) => Promise<Call>>> = {
  createImageProject: async (live) => ({ headers: await enter(live), body: { name: 'Aurora cover' } }),
  async listImageProjects(live) {
    const { headers } = await begin(live)
    return { headers }
  },
  async getImageProject(live) {
    const { headers, projectId } = await upload(live)
    return { headers, query: { projectId } }
  },
  async deleteImageProject(live) {
    const { headers, projectId } = await begin(live)
    return { headers, body: { projectId } }
  },
  async uploadImageAsset(live) {
    const { headers, projectId } = await begin(live)
    return { headers, body: uploadTo(projectId) }
  },
  async generateImage(live) {
    const { headers, projectId, assetId } = await upload(live)
    const brandContext = ['Deep blue and white']
    const body = { projectId, subjectAssetId: assetId, instruction: 'A lighthouse under northern lights', brandContext }
    return { headers, body }
  },
  getImageJobStatus: jobOf,
  getImageFile: async (live) => ({ params: { assetId: (await upload(live)).assetId } }),
  getExternalImage: async () => ({ query: { url: PICTURE_URL } }),
}
