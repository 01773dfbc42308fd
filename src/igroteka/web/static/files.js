// Beside the button that chooses a file stands which one was chosen.
document.addEventListener("change", event => {
  const field = event.target.closest(".file input[type=file]");
  if (field) field.parentElement.querySelector("output").value = field.files[0]?.name ?? "";
});
