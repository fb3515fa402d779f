import { shownType } from '../../shared/artifacts/ArtifactStorage.ts'
import type { SocialHandler } from './context.ts'

/** Bytes under a hash do not change (RFC 8246). No script in them runs. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The bytes with this hash, as they were stored. Throws artifact_not_found, store_unavailable. */
export const getSocialArtifact: SocialHandler<'getSocialArtifact'> = async (
  { params: { sha256 } },
  { readArtifact },
) => {
  const { bytes, contentType = '' } = await readArtifact(sha256)
  const type = shownType(contentType)
  return type === undefined
    ? {
        bytes,
        type: 'application/octet-stream',
        etag: sha256,
        headers: { ...HEADERS, 'content-disposition': 'attachment' },
      }
    : { bytes, type, etag: sha256, headers: HEADERS }
}
