/** Paths of the pages of the reference. */
export const REFERENCE = '/docs'
export const operationPageUrl = (operationId: string): string => `/docs/operations/${operationId}`
export const familyPageUrl = (family: string): string => `/docs/families/${family}`

/** The page of a concept. */
export type Concept = 'as-of-a-block' | 'amounts' | 'unsigned-transactions' | 'sign-in' | 'limits' | 'idempotency'
export const conceptUrl = (concept: Concept): string => `/docs/concepts#${concept}`
