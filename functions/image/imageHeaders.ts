/** Nothing in an image runs in any viewer, and any page may show it. */
export const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} as const
