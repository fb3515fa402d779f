/** Paths at `site` of what this Worker reads when it is first needed, and not with each start. */
export const TOOLS_URL = '/docs/tools/operations.json'
export const SEARCH_URL = '/docs/tools/search.json'
