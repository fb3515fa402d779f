/** Folder of the documents of an environment, or of `localnet`, from the root: the static assets of `site`. */
export const documentsOf = (name: string): string => `.build/documents/${name}`
