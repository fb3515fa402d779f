// A module of its own, loaded with the first request that is for more than tools.
export { guides } from 'virtual:mcp'
export { files } from 'virtual:skills'
