/** Why a register cannot be used, in one line for the operator. */
export class RegisterProblem extends Error {}
