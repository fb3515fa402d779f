import * as z from 'zod'
import { parseJson, Refusal } from '../standIn.ts'

/** An image that came with a request. */
export interface GivenImage {
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface ImageRequest {
  readonly prompt: string
  readonly size: string
  readonly images: readonly GivenImage[]
}

/** A request that the protocol does not allow, with the parameter that is wrong. */
export class BadRequest extends Refusal {
  readonly param: string | null

  constructor(message: string, param: string | null = null) {
    super(400, 'invalid_value', message)
    this.param = param
  }
}

const MODEL = 'local-image-model'
const MAX_FILES = 16
const MAX_FILE_BYTES = 50_000_000
const FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

const shared = {
  model: z.literal(MODEL),
  prompt: z.string().min(1).max(32_000),
  size: z.enum(['auto', '1024x1024', '1536x1024', '1024x1536']).default('auto'),
}
const Generation = z.strictObject({ ...shared, n: z.int().min(1).max(10).default(1) })
const Edit = z.strictObject({
  ...shared,
  n: z
    .string()
    .regex(/^([1-9]|10)$/)
    .default('1'),
})

export const LOCAL_IMAGE_MODEL = MODEL

/** The request for a new image: a JSON object of the protocol's fields and no others. Throws BadRequest. */
export function readGeneration(body: Uint8Array): ImageRequest {
  const { prompt, size } = parse(Generation, jsonOf(body))
  return { prompt, size, images: [] }
}

/** The request to edit images: a form with `image`, or several `image[]`. Throws BadRequest. */
export async function readEdit(body: Uint8Array, contentType: string): Promise<ImageRequest> {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new BadRequest('Content-Type must be multipart/form-data')
  const form = await new Response(body.slice(), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => Promise.reject(new BadRequest('the form cannot be read')))
  const fields: Record<string, string> = {}
  const images: GivenImage[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else if (name === 'image' || name === 'image[]') images.push(await readFile(value))
    else throw new BadRequest(`Unknown parameter: '${name}'.`, name)
  }
  if (images.length === 0) throw new BadRequest("Missing required parameter: 'image'.", 'image')
  if (images.length > MAX_FILES) throw new BadRequest(`at most ${MAX_FILES} images`, 'image')
  const { prompt, size } = parse(Edit, fields)
  return { prompt, size, images }
}

async function readFile(file: File): Promise<GivenImage> {
  if (!FILE_TYPES.includes(file.type)) throw new BadRequest(`unsupported mimetype ('${file.type}')`, 'image')
  if (file.size === 0 || file.size > MAX_FILE_BYTES) throw new BadRequest('the image is empty or too large', 'image')
  return { contentType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  throw new BadRequest(issue?.message ?? 'invalid', issue?.path.join('.') || null)
}

function jsonOf(body: Uint8Array): unknown {
  const value = parseJson(new TextDecoder().decode(body))
  if (value === undefined) throw new BadRequest('the body is not JSON')
  return value
}
