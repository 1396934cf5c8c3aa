// The host page of the wizard, in plain JavaScript.
import "./withholding-wizard.js";

const wizard = document.querySelector("withholding-wizard");

// Your server returns a wizard token (login with scope=wizard, 15 minutes). The API key never reaches a browser.
wizard.getToken = async () => (await fetch("/forms-token")).text();

wizard.addEventListener("step", ({ detail }) => {
  document.title = detail.title;
});

// One event per signed form. Store it now, because the service keeps nothing. The employee sees when it is stored.
wizard.addEventListener("signed", ({ detail: { form, waitUntil } }) => waitUntil(store(form)));

async function store(form) {
  const response = await fetch("/employees/me/forms", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(form),
  });
  if (!response.ok) throw new Error(`The form was not stored: ${response.status}`);
}

wizard.addEventListener("completed", ({ detail: { forms } }) => {
  console.log(`${forms.length} forms are complete.`);
});

wizard.addEventListener("error", ({ detail: { kind, message } }) => {
  console.warn(kind, message);
});
