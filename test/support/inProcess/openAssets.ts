import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The static assets of a folder, each at its own path, as the runtime's asset server has them. */
export const openAssets = (folder: string) => ({
  async fetch(url: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
    const bytes = await readFile(path.join(folder, new URL(url).pathname)).catch(() => undefined)
    if (!bytes) return new Response(null, { status: 404 })
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
    return new Response(method === 'HEAD' ? null : bytes, { headers: { etag } })
  },
})
