/** Version of the API's contract. Within version 1 fields are only added. */
export const apiVersion = "1.2.0";
