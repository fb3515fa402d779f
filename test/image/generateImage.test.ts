import { afterEach, describe, expect, test } from 'vitest'
import { refuse, sendImage } from '../../localnet/imaging/startImaging.ts'
import { IMAGE_LIMITS, ImageJob } from '../../schema/image/answers.ts'
import { dataOf } from '../account/support.ts'
import { fixture } from './fixtures.ts'
import { base64, type ImageNet, startImageNet } from './startImageNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startImageNet('jobs'))
afterEach(async () => {
  net.imaging.respond = undefined
  net.imaging.requests.length = 0
  await net.time({})
  await net.d1.prepare("update image_jobs set status = 'failed' where status in ('pending', 'processing')").run()
})

/** Jobs are due again now, and leases are over. */
const letTimePass = () => net.d1.prepare('update image_jobs set due_at = 0, lease_until = 0').run()
const generate = (headers: Record<string, string>, projectId: string, more: object = {}) =>
  net.post('generate', { projectId, instruction: 'A lighthouse', ...more }, headers)

describe('a job', () => {
  test('becomes an image of its project, from the instruction alone', async () => {
    const { headers, projectId } = await net.owner()
    const brandContext = ['Deep blue', 'No people']
    const job = await net.generated(headers, projectId, { stylePreset: 'poster', brandContext })
    expect(job).toMatchObject({ status: 'pending', attempt: 0, failure: null, resultAssetId: null })
    await net.run()
    const done = await net.job(headers, job.jobId)
    expect(done).toMatchObject({ status: 'completed', attempt: 1, failure: null })
    const { assets } = await net.project(headers, projectId)
    const result = assets.find(({ assetId }) => assetId === done.resultAssetId)
    expect(result).toMatchObject({ role: 'result', contentType: 'image/png', width: 1024, height: 1024 })
    const shown = await fetch(result?.url ?? '')
    expect((await shown.arrayBuffer()).byteLength).toBe(result?.bytes)
    expect(net.imaging.requests).toEqual([
      {
        prompt: 'A lighthouse\nStyle: poster\nAbout the brand:\n- Deep blue\n- No people',
        size: '1024x1024',
        images: [],
      },
    ])
  })

  test('works from the subject and its frame, as they are stored', async () => {
    const { headers, projectId } = await net.owner()
    const subject = await net.uploaded(headers, projectId, 'chromiumPng')
    const frame = await net.uploaded(headers, projectId, 'chromiumJpeg', { role: 'frame', contentType: 'image/jpeg' })
    const sources = { subjectAssetId: subject.assetId, frameAssetId: frame.assetId }
    const { jobId } = await net.generated(headers, projectId, sources)
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'completed' })
    const [request] = net.imaging.requests
    expect(request?.images.map(({ contentType, bytes }) => [contentType, bytes.length])).toEqual([
      ['image/png', subject.bytes],
      ['image/jpeg', frame.bytes],
    ])
  })

  test('is begun once for each requestId, however many ask at once, and is drawn once', async () => {
    const { headers, projectId } = await net.owner()
    const answers = await Promise.all([1, 2, 3, 4].map(() => net.generated(headers, projectId, { requestId: 'r' })))
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1)
    await Promise.all([net.run(), net.run(), net.run()])
    expect(net.imaging.requests).toHaveLength(1)
    const other = await generate(headers, projectId, { requestId: 'r', instruction: 'A harbour' })
    expect([other.status, other.code]).toEqual([409, 'idempotency_conflict'])
    expect(await net.generated(headers, projectId, { requestId: 'r' })).toMatchObject({ status: 'completed' })
  })
})

describe('workers', () => {
  test('one that dies leaves its job to the next, and after three the job has failed', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    const die = net.d1.prepare(
      "update image_jobs set status = 'processing', attempt = attempt + 1, lease_until = 9e9, due_at = 9e9 where id = ?",
    )
    await die.bind(jobId).run()
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'processing', attempt: 1 })
    await letTimePass()
    net.imaging.respond = (response) => refuse(response, 500, 'server_error', 'secret words')
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'pending', attempt: 2, failure: null })
    await die.bind(jobId).run()
    await letTimePass()
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'failed', attempt: 3, failure: 'provider_failed' })
    expect(net.imaging.requests).toHaveLength(1)
  })

  test('a late one reports nothing: the image of the one that took over stays the only one', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => (goOn = resolve))
    const [late, quick] = [fixture('png'), fixture('webpLossless')]
    net.imaging.respond = async (response) => {
      const isFirst = net.imaging.requests.length === 1
      if (isFirst) await waits
      sendImage(response, isFirst ? late : quick)
    }
    const first = net.run()
    await expect.poll(() => net.imaging.requests.length).toBe(1)
    await letTimePass()
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'completed', attempt: 2 })
    goOn()
    await first
    const { assets, jobs } = await net.project(headers, projectId)
    expect(assets.map(({ role, contentType }) => [role, contentType])).toEqual([['result', 'image/webp']])
    expect(jobs).toMatchObject([{ jobId, status: 'completed', attempt: 2, resultAssetId: assets[0]?.assetId }])
  })

  test('one whose project was deleted meanwhile leaves nothing behind', async () => {
    const { headers, projectId } = await net.owner()
    await net.generated(headers, projectId)
    net.imaging.respond = async (response) => {
      await net.post('projects/delete', { projectId }, headers)
      sendImage(response, fixture('png'))
    }
    await net.run()
    const rows = await net.d1.prepare('select id from image_assets where project_id = ?').bind(projectId).all()
    expect(rows.results).toEqual([])
  })

  test('while the bucket fails a job waits, and is done afterwards', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    await net.bucket.fail('throw')
    await net.run()
    await net.bucket.fail(undefined)
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'pending', attempt: 1 })
    await letTimePass()
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'completed', attempt: 2 })
  })
})

describe('a generator that', () => {
  const isPending = { status: 'pending', attempt: 1, failure: null }
  const respond: Record<string, [NonNullable<ImageNet['imaging']['respond']>, object]> = {
    'does not want to': [
      (response) => refuse(response, 400, 'moderation_blocked', 'secret words'),
      { status: 'failed', failure: 'provider_refused' },
    ],
    'does not know the key': [(response) => refuse(response, 401, 'invalid_api_key', 'secret words'), isPending],
    'is busy': [(response) => refuse(response, 429, 'rate_limit_exceeded', 'secret words'), isPending],
    'answers with a page': [(response) => response.end('<p>Sign in'), isPending],
    'answers with a URL': [(response) => response.end('{"data":[{"url":"https://x.example/"}]}'), isPending],
    'answers with no image': [(response) => response.end('{"data":[]}'), isPending],
    'sends us elsewhere': [(response) => response.writeHead(302, { location: net.imaging.url }).end(), isPending],
    'makes an SVG': [(response) => sendImage(response, Buffer.from('<svg onload="alert(1)"/>')), isPending],
    'makes an image with a page behind it': [
      (response) => sendImage(response, Buffer.concat([fixture('png'), Buffer.from('<script>')])),
      isPending,
    ],
    'answers more than fits': [
      (response) => {
        response.writeHead(200)
        response.on('error', () => {})
        response.write(`{"data":[{"b64_json":"${'A'.repeat(15_000_000)}`)
      },
      isPending,
    ],
    hangs: [() => undefined, isPending],
    'hangs up': [(response) => response.destroy(), isPending],
  }

  test.each(Object.entries(respond))(
    '%s: nothing is stored, and none of its words are repeated',
    async (name, [answer, outcome]) => {
      const { headers, projectId } = await net.owner()
      const { jobId } = await net.generated(headers, projectId)
      net.imaging.respond = answer
      if (name === 'hangs') await net.time({ timeOuts: 0.002 })
      await net.run()
      await net.time({})
      const job = await net.get(`jobs/status?jobId=${jobId}`, headers)
      expect(dataOf(job, ImageJob)).toMatchObject(outcome)
      expect(JSON.stringify(job.json)).not.toContain('secret words')
      expect((await net.project(headers, projectId)).assets).toEqual([])
    },
  )

  test('makes what is no image three times has failed', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    net.imaging.respond = (response) => sendImage(response, Buffer.from('GIF89a'))
    for (const _ of [1, 2, 3, 4]) {
      await net.run()
      await letTimePass()
    }
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'failed', attempt: 3, failure: 'result_unusable' })
    expect(net.imaging.requests).toHaveLength(3)
  })
})

describe('is refused', () => {
  test('for a stranger, and with images of another project or role', async () => {
    const [own, other] = [await net.owner(), await net.another()]
    const { assetId } = await net.uploaded(own.headers, own.projectId)
    const avif = await net.uploaded(own.headers, own.projectId, 'avif', { contentType: 'image/avif' })
    expect(await generate(other.headers, own.projectId)).toMatchObject({ code: 'image_project_not_found' })
    for (const sources of [{ frameAssetId: assetId }, { subjectAssetId: own.projectId }])
      expect(await generate(own.headers, own.projectId, sources)).toMatchObject({ code: 'image_asset_not_found' })
    const foreign = await generate(other.headers, other.projectId, { subjectAssetId: assetId })
    expect(foreign).toMatchObject({ status: 404, code: 'image_asset_not_found' })
    const kept = await generate(own.headers, own.projectId, { subjectAssetId: avif.assetId })
    expect(kept).toMatchObject({ status: 415, code: 'image_not_supported' })
    expect(net.imaging.requests).toEqual([])
  })

  test('past three under way, exactly, and past the jobs of a day', async () => {
    const { headers, projectId } = await net.another()
    const answers = await Promise.all(Array.from({ length: 6 }, () => generate(headers, projectId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(IMAGE_LIMITS.jobsUnderWay)
    expect(answers.filter(({ code }) => code === 'image_limit_reached')).toHaveLength(3)
    await net.d1.prepare("update image_jobs set status = 'failed'").run()
    await net.d1
      .prepare(
        `insert into image_jobs select value || j.id, project_id, owner_address, value || request_id, status, instruction,
          style_preset, brand_context, null, null, 1, 0, 0, null, failure, created_at, updated_at
          from image_jobs j, json_each(?) where project_id = ? limit ?`,
      )
      .bind(JSON.stringify(Array.from({ length: 60 }, (_, i) => i)), projectId, IMAGE_LIMITS.jobsADay - 3)
      .run()
    expect(await generate(headers, projectId)).toMatchObject({ status: 409, code: 'image_limit_reached' })
  })

  test('past the jobs of a day, whose projects need not be there any more', async () => {
    const { headers, projectId } = await net.another()
    const { jobId } = await net.generated(headers, projectId)
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'completed' })
    const unused = await net.generated(headers, projectId)
    await net.d1
      .prepare(
        `insert into image_jobs select value || j.id, project_id, owner_address, value || request_id, 'completed', instruction,
          style_preset, brand_context, null, null, 1, 0, 0, null, failure, created_at, updated_at
          from image_jobs j, json_each(?) where j.id = ?`,
      )
      .bind(JSON.stringify(Array.from({ length: IMAGE_LIMITS.jobsADay - 2 }, (_, i) => i)), jobId)
      .run()
    const second = await net.begin(headers, { name: 'Another' })
    await net.post('projects/delete', { projectId }, headers)
    for (const id of [jobId, unused.jobId])
      expect(await net.get(`jobs/status?jobId=${id}`, headers)).toMatchObject({ code: 'image_job_not_found' })
    // One of them was never taken: it has cost nothing.
    const last = await net.generated(headers, second.projectId)
    expect(await generate(headers, second.projectId)).toMatchObject({ code: 'image_limit_reached' })
    const kept = await net.d1.prepare('select * from image_jobs where id = ?').bind(jobId).first()
    expect(JSON.stringify(kept)).not.toMatch(/lighthouse/)
    await net.time({ aheadMs: 86_401_000 })
    await net.run()
    expect(await net.d1.prepare(`select count(*) n from image_jobs where id = ?`).bind(jobId).first('n')).toBe(0)
    expect(await net.job(headers, last.jobId)).toMatchObject({ projectId: second.projectId })
    await net.time({ aheadMs: 0 })
  })

  test('or begun, while its project is being deleted, and nothing else', async () => {
    const { headers } = await net.owner()
    for (let i = 0; i < 6; i++) {
      const { projectId } = await net.begin(headers)
      const [answer] = await Promise.all([
        generate(headers, projectId),
        net.post('projects/delete', { projectId }, headers),
      ])
      expect([null, 'image_project_not_found']).toContain(answer.code)
    }
  })

  test('where there is no room for its result, which uploads cannot take from it either', async () => {
    const { headers, projectId } = await net.another()
    const { assetId } = await net.uploaded(headers, projectId)
    const fill = (bytes: number) =>
      net.d1.prepare('update image_assets set bytes = ? where id = ?').bind(bytes, assetId).run()
    await fill(IMAGE_LIMITS.bytes - 10_485_759)
    expect(await generate(headers, projectId)).toMatchObject({ code: 'image_limit_reached' })
    await fill(IMAGE_LIMITS.bytes - 10_485_760)
    expect((await generate(headers, projectId)).status).toBe(200)
    const data = base64(fixture('chromiumPng'))
    expect(await net.upload(headers, projectId, new Uint8Array(), { data })).toMatchObject({
      code: 'image_limit_reached',
    })
  })

  test('without a provider no job is made', async () => {
    const { headers, projectId } = await net.owner()
    await net.withVariables({ IMAGE_PROVIDER_URL: '' }, async () => {
      expect(await generate(headers, projectId)).toMatchObject({ status: 503, code: 'image_provider_not_configured' })
    })
    expect((await net.project(headers, projectId)).jobs).toEqual([])
  })
})

describe('getImageJobStatus', () => {
  test('shows a job to its owner alone', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    expect(await net.get(`jobs/status?jobId=${jobId}`, await net.enter())).toMatchObject({
      code: 'image_job_not_found',
    })
  })

  test('of one that nobody took for a day has failed', async () => {
    const { headers, projectId } = await net.owner()
    const { jobId } = await net.generated(headers, projectId)
    await net.d1.prepare('update image_jobs set created_at = created_at - 86500, due_at = 9e9').run()
    await net.run()
    expect(await net.job(headers, jobId)).toMatchObject({ status: 'failed', failure: 'expired' })
  })
})
