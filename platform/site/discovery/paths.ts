/** Paths of the host where agents and crawlers look. */
export const AI_CATALOG = '/.well-known/ai-catalog.json'
export const API_CATALOG = '/.well-known/api-catalog'
export const AGENT_CARD = '/.well-known/agent-card.json'
export const SECURITY_TXT = '/.well-known/security.txt'
export const SERVER_CARD = '/.well-known/mcp/server-card.json'
export const SKILLS_INDEX = '/.well-known/agent-skills/index.json'
export const LLMS_TXT = '/llms.txt'
export const LLMS_FULL_TXT = '/llms-full.txt'
export const SITEMAP = '/sitemap.xml'
export const MCP = '/mcp'
export const A2A = '/a2a'
export const GUIDES = '/docs/guides'
export const CONCEPTS_PAGE = '/docs/concepts'
export const CHANGELOG = '/docs/changelog'
export const ERRORS_PAGE = '/docs/errors'
export const STATUS_PAGE = '/status'

export const skillUrl = (name: string): string => `/.well-known/agent-skills/${name}/SKILL.md`
/** A guide as Markdown; its page for people is the same path without the ending. */
export const guideUrl = (name: string): string => `${guidePageUrl(name)}.md`
export const guidePageUrl = (name: string): string => `${GUIDES}/${name}`
