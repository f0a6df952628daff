/** The command line can't be understood: exit code 2, with the usage. */
export class WrongUsage extends Error {
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

/** The folder could not be read or the output not written: exit code 2, with the reason. */
export class CannotContinue extends Error {}

/** A problem for the report, which only the command line can know of. */
export class Refusal extends Error {
  /**
   * @param {string} code of the catalogue
   * @param {string} file the file it is about, relative to the agent folder; empty for the folder itself
   * @param {string} [folder] the path that stands for the agent folder, where there is none
   */
  constructor(code, file, message, help, folder) {
    super(message);
    Object.assign(this, { code, file, help, folder });
  }
}
