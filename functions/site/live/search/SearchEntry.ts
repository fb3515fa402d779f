/** Kinds of what can be found, in the order in which equal ones are shown. */
export const KINDS = ['Operations', 'Guides', 'Concepts', 'Errors'] as const
export type Kind = (typeof KINDS)[number]

/** An entry of the index: a page or a heading. A tuple, since there are a thousand. */
export type SearchEntry = readonly [kind: number, title: string, url: string, text: string]
