/** The entry of a chain that holds the heads of the other chains (decisions, section 8, *Audit*). */
export const WITNESS = 'audit.witness'
