import type * as z from 'zod'
import { binding, withDefault } from './declare.ts'
import { oneOf, safeUrl, whole } from './formats.ts'

/** For every family that stores documents. */
export const storageVariables = {
  ARTIFACTS: binding<R2Bucket>(
    'bucket',
    'R2: stored documents and pictures, by the SHA-256 of their bytes, and images of projects under `images/`',
  ),
  STORAGE_PROVIDER: withDefault(oneOf(['r2', 'immutable']), 'r2', {
    provider: 'immutableStorage',
    mustBe: 'immutable',
    meaning:
      'where documents are stored: `r2`, the bucket `ARTIFACTS`; `immutable`, the immutable storage. Documents stored before a change stay readable',
  }),
  STORAGE_API_URL: withDefault(safeUrl, 'https://api.grove.storage', { meaning: 'API of the immutable storage' }),
  STORAGE_CHAIN_ID: withDefault(whole(1, 999_999_999_999), '232', {
    meaning:
      'chain whose retention policy the immutable storage applies; it deletes documents of test chains after some time',
  }),
}

export type StorageEnv = z.output<z.ZodObject<typeof storageVariables>>
