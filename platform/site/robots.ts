const CRAWLED = ['/api$', '/api/health$', '/api/openapi', '/api/v1/spec.', '/api/v1/spec/']

/**
 * RFC 9309: the longest rule that matches wins. Documents and whatever the API catalog names may be read by crawlers;
 * answers about the chain are for agents.
 */
export const robots = `User-agent: *\nDisallow: /api/\n${CRAWLED.map((path) => `Allow: ${path}\n`).join('')}`
