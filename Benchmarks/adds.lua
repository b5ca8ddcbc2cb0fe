-- Posts a new animal with each request.
local number = 0

request = function()
  number = number + 1
  local form = "id=fish-" .. number .. "&name=Fish+" .. number
    .. "&diet=Carnivore&categoryId=Fish"
  return wrk.format(
    "POST", "/animals/animalEditor/onTapAddAnimalButton",
    { ["Content-Type"] = "application/x-www-form-urlencoded" }, form)
end
