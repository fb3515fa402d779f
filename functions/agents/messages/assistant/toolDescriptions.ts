// A module of its own, loaded with the first conversation of an isolate.
export { json } from 'virtual:agentTools'
