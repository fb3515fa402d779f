import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { IMAGE_LIMITS, ImageProjectSummary } from '../../schema/image/answers.ts'
import { dataOf, toAnswer } from '../account/support.ts'
import { startImageNet } from './startImageNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startImageNet('projects'))

const Projects = z.object({ projects: z.array(ImageProjectSummary) })
const MISSING = '3f0f4f0e-6f5d-4c8e-9d3a-2b8f0a6f7c11'
const DAY = 86_400

describe('createImageProject', () => {
  test('begins one once for each requestId, of each wallet', async () => {
    const [headers, others] = [await net.enter(), await net.enter()]
    const project = { name: 'Aurora', requestId: 'a' }
    const all = await Promise.all([1, 2, 3, 4].map(() => net.begin(headers, project)))
    expect(new Set(all.map(({ projectId }) => projectId)).size).toBe(1)
    expect((await net.begin(others, project)).projectId).not.toBe(all[0]?.projectId)
    const other = await net.post('projects/create', { name: 'Borealis', requestId: 'a' }, headers)
    expect([other.status, other.code]).toEqual([409, 'idempotency_conflict'])
  })

  test('is refused past the limit, exactly, and has room again once one is deleted', async () => {
    const headers = await net.enter()
    const { projectId } = await net.begin(headers)
    await net.d1
      .prepare(
        `insert into image_projects select value || p.id, owner_address, name, value || request_id, created_at, updated_at
          from image_projects p, json_each(?) where p.id = ?`,
      )
      .bind(JSON.stringify(Array.from({ length: IMAGE_LIMITS.projects - 3 }, (_, i) => i)), projectId)
      .run()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => net.post('projects/create', { name: 'x' }, headers)),
    )
    expect(answers.map(({ code }) => code ?? 'begun').toSorted()).toEqual([
      'begun',
      'begun',
      'image_limit_reached',
      'image_limit_reached',
      'image_limit_reached',
    ])
    expect((await net.post('projects/delete', { projectId }, headers)).status).toBe(200)
    expect((await net.post('projects/create', { name: 'x' }, headers)).status).toBe(200)
  })

  test.each(['', ' x', 'x\ny', 'x'.repeat(81), 'a\u2028b'])('is not called %j', async (name) => {
    const refused = await net.post('projects/create', { name }, await net.enter())
    expect([refused.status, refused.code]).toEqual([400, 'invalid_request'])
  })
})

describe('listImageProjects', () => {
  test('shows one’s own, the latest changed first', async () => {
    const headers = await net.enter()
    const [first, second] = [await net.begin(headers, { name: 'one' }), await net.begin(headers, { name: 'two' })]
    await net.d1
      .prepare('update image_projects set updated_at = updated_at - 60 where id = ?')
      .bind(second.projectId)
      .run()
    const { projects } = dataOf(await net.get('projects', headers), Projects)
    expect(projects.map(({ projectId }) => projectId)).toEqual([first.projectId, second.projectId])
  })
})

describe('getImageProject', () => {
  test('shows what is in it, and what the wallet has in all', async () => {
    const { headers, projectId } = await net.another()
    const asset = await net.uploaded(headers, projectId)
    const job = await net.generated(headers, projectId)
    const { assets, jobs, usage, project } = await net.project(headers, projectId)
    expect([assets, jobs, project.name]).toEqual([[asset], [job], 'Aurora cover'])
    expect(usage).toEqual({ bytes: asset.bytes, maxBytes: IMAGE_LIMITS.bytes, jobsUnderWay: 1 })
  })

  test('is the same for a stranger as one that never was', async () => {
    const { projectId } = await net.owner()
    const stranger = await net.enter()
    const [hidden, missing] = await Promise.all(
      [projectId, MISSING].map((id) => net.get(`get?projectId=${id}`, stranger)),
    )
    expect(hidden).toMatchObject({ status: 404, code: 'image_project_not_found' })
    expect(hidden?.json).toEqual(missing?.json)
  })
})

describe('deleteImageProject', () => {
  test('is for its owner alone, and takes everything with it', async () => {
    const { headers, projectId } = await net.owner()
    const { url } = await net.uploaded(headers, projectId)
    const { jobId } = await net.generated(headers, projectId)
    expect(await net.post('projects/delete', { projectId }, await net.enter())).toMatchObject({ status: 404 })
    expect((await fetch(url)).status).toBe(200)
    expect((await net.post('projects/delete', { projectId }, headers)).status).toBe(200)
    expect(await toAnswer(await fetch(url))).toMatchObject({ status: 404, code: 'image_not_found' })
    expect(await net.get(`jobs/status?jobId=${jobId}`, headers)).toMatchObject({ code: 'image_job_not_found' })
    expect(await net.post('projects/delete', { projectId }, headers)).toMatchObject({ status: 404 })
  })
})

describe('getImageFile', () => {
  test('shows an image to every caller with its URL, and nothing in it runs', async () => {
    const { headers, projectId } = await net.owner()
    const asset = await net.uploaded(headers, projectId, 'chromiumPng')
    const shown = await fetch(asset.url)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await shown.arrayBuffer()).byteLength).toBe(asset.bytes)
    const head = await fetch(asset.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/png', ''])
    const answer = await fetch(asset.url, { headers: { accept: 'application/json' } })
    expect(await answer.json()).toEqual({ contentType: 'image/png', width: 24, height: 16, bytes: asset.bytes })
  })

  test('is not found under its hash, nor among documents that anybody may read', async () => {
    const { headers, projectId } = await net.owner()
    const { sha256 } = await net.uploaded(headers, projectId)
    expect((await fetch(`${net.root}/image/files/${sha256}`)).status).toBe(400)
    expect(await net.bucket.get(sha256)).toBeNull()
  })

  test('is an outage while the bucket fails, and where it has lost the file', async () => {
    const { headers, projectId } = await net.owner()
    const { url } = await net.uploaded(headers, projectId)
    for (const fault of ['throw', 'forget'] as const) {
      await net.bucket.fail(fault)
      expect(await toAnswer(await fetch(url))).toMatchObject({ status: 503, code: 'store_unavailable' })
    }
    await net.bucket.fail(undefined)
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('retention', () => {
  const files = async () =>
    (await net.d1.prepare('select id from image_objects').all<{ id: string }>()).results.map(({ id }) => id)
  const age = (seconds: number) =>
    net.d1.prepare('update image_objects set touched_at = touched_at - ?').bind(seconds).run()

  test('a file goes with the last image that is made of it, and not before', async () => {
    const [one, two] = [await net.another(), await net.owner()]
    const upload = async ({ headers, projectId }: typeof one) =>
      net.uploaded(headers, projectId, 'chromiumJpeg', { contentType: 'image/jpeg' })
    await upload(one)
    const kept = await upload(two)
    const row = await net.d1
      .prepare('select object_id as id from image_assets where id = ?')
      .bind(kept.assetId)
      .first<{ id: string }>()
    const id = row?.id ?? ''
    const drop = ({ headers, projectId }: typeof one) => net.post('projects/delete', { projectId }, headers)
    await drop(one)
    await age(2 * 3600)
    await net.run()
    expect((await fetch(kept.url)).status).toBe(200)
    await drop(two)
    await net.run()
    expect(await files()).not.toContain(id)
    expect(await net.bucket.get(`images/${id}`)).toBeNull()
  })

  test('one that was stored a moment ago stays, and one that could not be deleted goes the next time', async () => {
    const own = await net.owner()
    await net.uploaded(own.headers, own.projectId, 'webpMeta', { contentType: 'image/webp' })
    const before = (await files()).length
    await net.post('projects/delete', { projectId: own.projectId }, own.headers)
    await net.run()
    expect(await files()).toHaveLength(before)
    await age(2 * 3600)
    await net.bucket.fail('throw')
    await net.run()
    await net.bucket.fail(undefined)
    expect(await files()).toHaveLength(before)
    // A file that is being deleted is not handed out again: the same image is another file.
    const again = await net.owner()
    const asset = await net.uploaded(again.headers, again.projectId, 'webpMeta', { contentType: 'image/webp' })
    await net.run()
    expect((await fetch(asset.url)).status).toBe(200)
  })

  test('a project that nobody changed for 180 days goes, with what is in it', async () => {
    const { headers, projectId } = await net.owner()
    await net.uploaded(headers, projectId)
    const shift = (days: number) =>
      net.d1
        .prepare('update image_projects set updated_at = updated_at - ? where id = ?')
        .bind(days * DAY, projectId)
        .run()
    await shift(179)
    await net.run()
    expect((await net.get(`get?projectId=${projectId}`, headers)).status).toBe(200)
    await shift(2)
    await net.run()
    expect((await net.get(`get?projectId=${projectId}`, headers)).status).toBe(404)
    const left = await net.d1.prepare('select id from image_assets where project_id = ?').bind(projectId).all()
    expect(left.results).toEqual([])
  })
})
